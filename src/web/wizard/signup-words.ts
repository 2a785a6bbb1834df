import { signup } from '../../words/en/signup.ts'
import { area } from '../words.ts'

export const signupWords = area(
  signup,
  async () => (await import('../../words/es/signup.ts')).signup,
)
