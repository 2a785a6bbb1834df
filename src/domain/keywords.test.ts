import { describe, expect, it } from 'vitest'
import { keywordOf } from './keywords.ts'

const words = (list: string): string[] => list.split('|')

describe('words of a text message', () => {
  it.each([
    ...words(
      'STOP|stop| Stop! |STOPALL|Stop all|UNSUBSCRIBE|CANCEL|END|QUIT|REVOKE|OPTOUT|opt-out',
    ),
    ...words('OPT OUT|Remove|"STOP"|stop.|ALTO|PARE|basta|BAJA|Cancelar|NO MÁS|no mas'),
    ...words('stop texting me|Please STOP texting me.|don’t text me again|no more texts please'),
    ...words('Unsubscribe me|take me off your list|deje de enviarme mensajes|No me mande más'),
  ])('%s: stop', (text) => expect(keywordOf(text)).toBe('stop'))

  it.each(['START', 'start', 'Unstop'])('%s: start', (text) =>
    expect(keywordOf(text)).toBe('start'),
  )
  it.each(['HELP', 'info?', 'Ayuda'])('%s: help', (text) => expect(keywordOf(text)).toBe('help'))
  it.each([
    'Can you stop by on Friday?',
    'please stop the sprinkler',
    'I want to unsubscribe from the newsletter',
    '¡Basta ya con el ruido!',
  ])('%s: somebody should look', (text) => expect(keywordOf(text)).toBe('care'))

  it.each([
    '',
    'Yes',
    'Thanks!',
    'Please cancel Friday',
    'at the end of the week',
    'I need help with the gate',
    'Please start at 9',
    'nonstop rain here',
    'Please text me before you come',
  ])('%s: nothing', (text) => expect(keywordOf(text)).toBeNull())
})
