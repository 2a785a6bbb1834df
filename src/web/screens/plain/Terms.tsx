import { LegalPage } from './Legal.tsx'

export default function Terms() {
  return <LegalPage of="terms" updated="2026-11-20" />
}
