import type { Role } from '../../domain/base/roles.ts'

const roles: Record<Role, string> = {
  owner: 'Dueño',
  admin: 'Administrador de la plataforma',
  manager: 'Gerente',
  payee: 'Beneficiario',
  crew_owner: 'Dueño de equipo',
  crew_leader: 'Jefe de equipo',
  crew_member: 'Miembro de equipo',
  sales: 'Ventas',
  user: 'Cliente',
}
export const roleName = (role: Role): string => roles[role]
