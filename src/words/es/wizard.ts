import type { SignupFrequency } from '../../domain/base/cadence.ts'
import { weekdayName } from '../../domain/base/dates.ts'
import type { wizardWords as en } from '../en/wizard.ts'

const frequencies: Record<SignupFrequency, string> = {
  weekly: 'Cada semana',
  biweekly: 'Cada 2 semanas',
  monthly: 'Cada mes',
  once: 'Una sola vez',
  every_x_weeks: 'Cada cierto número de semanas',
}

export const wizardWords: typeof en = {
  noServices: 'Por ahora no se ofrece ningún servicio.',
  services: 'Servicios',
  days: 'Días que le convienen',
  weekday: (weekday) => {
    const name = weekdayName(weekday, 'es')
    return name.charAt(0).toUpperCase() + name.slice(1)
  },
  fromTo: (from, to) => `de ${from} a ${to}`,
  howOften: 'Frecuencia',
  frequency: (frequency) => frequencies[frequency],
  weeksBetween: 'Semanas entre visitas',
  next: 'Siguiente',
  back: 'Atrás',
  saving: 'Guardando…',
  logInAndReturn: 'Inicie sesión y vuelva a este paso',
  notFound: 'No se encontró la organización.',
}
