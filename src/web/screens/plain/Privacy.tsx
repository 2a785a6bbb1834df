import { LegalPage } from './Legal.tsx'

export default function Privacy() {
  return <LegalPage of="privacy" updated="2026-11-20" />
}
