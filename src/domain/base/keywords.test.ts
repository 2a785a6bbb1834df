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
    ...words('Please stop|STOP please|Stop now|unsubscribe please|I want to opt out|remove me'),
    ...words('wrong number|You have the wrong number|PARAR|Ya no me manden mensajes'),
    ...words('Dejen de mandar mensajes|Número equivocado|ok stop it please'),
    'STOP\n\nJohn Smith\nSent from my iPhone',
    'Stop\n--\nAna',
    'STOP Sent from my iPhone',
  ])('%s: texts are on hold', (text) => expect(keywordOf(text)).toBe('hold'))
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
    'Don’t stop texting me',
    'Please do not stop sending messages',
    'No dejen de mandar mensajes',
  ])('%s: nothing', (text) => expect(keywordOf(text)).toBeNull())
})
