import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const production = {
  RECADO_MODE: 'production',
  APP_SECRET: 'c1a5be0d94f27836e0b19d5c7a3f8264',
  PUBLIC_URL: 'https://recado.example.com',
  DATA_DIR: '/var/lib/recado',
}
const read = (variables: Record<string, string>) => () => readConfig({ ...production, ...variables })

describe('production', () => {
  it('starts with a secret, an address over TLS and a place for the data', () => {
    expect(read({})().MODE).toBe('production')
  })

  it.each([
    'a'.repeat(64),
    'ab'.repeat(20),
    'changemechangemechangemechangeme',
    'abcdefghijklmnop'.repeat(2),
    '0123456789012345678901234567890123456789',
  ])('refuses a secret that can be guessed: %s', (given) => {
    expect(read({ APP_SECRET: given })).toThrow('APP_SECRET: too easy to guess')
  })

  it.each(['http://recado.example.com', 'http://10.0.0.7:5000', 'http://localhost.example.com'])(
    'refuses an address without TLS: %s',
    (given) => {
      expect(read({ PUBLIC_URL: given })).toThrow('PUBLIC_URL: must begin with https://')
    },
  )

  it.each(['http://localhost:5000', 'http://127.0.0.1:5000', 'http://[::1]:5000'])(
    'can be tried on the machine itself: %s',
    (given) => {
      expect(read({ PUBLIC_URL: given })().PUBLIC_URL).toBe(given)
    },
  )

  it('asks providers of sign-ins over TLS only', () => {
    expect(read({ INSECURE_OAUTH: 'true' })).toThrow('INSECURE_OAUTH: for tests only')
  })

  it('tells of everything that is wrong at once', () => {
    expect(read({ APP_SECRET: 'a'.repeat(32), PUBLIC_URL: 'http://x.example', INSECURE_OAUTH: '1' })).toThrow(
      /APP_SECRET.*\n.*PUBLIC_URL.*\n.*INSECURE_OAUTH/,
    )
  })
})

it.each([
  [{}, 'pt'],
  [{ LANG: 'C.UTF-8' }, 'pt'],
  [{ LANG: 'pt_BR.UTF-8' }, 'pt'],
  [{ LANG: 'en_US.UTF-8' }, 'en'],
  [{ LC_ALL: 'en_GB.UTF-8', LANG: 'pt_BR.UTF-8' }, 'en'],
  [{ LANG: 'en_US.UTF-8', DEMO_LANGUAGE: 'pt' }, 'pt'],
] as const)('the demo speaks the language of the machine, or the one chosen (%o)', (env, language) => {
  expect(readConfig(env).DEMO_LANGUAGE).toBe(language)
})
