const industries: Readonly<Record<string, string>> = {
  Lawncare: 'Jardinería',
  Cleaning: 'Limpieza',
  'House Washing': 'Lavado de casas',
  'Pest Control': 'Control de plagas',
  Other: 'Otro',
}

/** A line of work; one that is not in the list stays as it is. */
export const industryName = (industry: string): string => industries[industry] ?? industry
