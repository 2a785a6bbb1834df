/**
 * How often a property is tried: as often as stated in the full check (`THOROUGH=1`), a tenth of
 * it in `npm test`. A variable of the environment, if one is named, overrides both.
 */
export const rounds = (stated: number, variable?: string, few = Math.ceil(stated / 10)): number =>
  Number((variable && process.env[variable]) || (process.env['THOROUGH'] ? stated : few))
