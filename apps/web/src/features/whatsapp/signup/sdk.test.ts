import { afterEach, describe, expect, it, vi } from 'vitest'
import { isTrusted, openSignup, readMessage } from './sdk.ts'

const meta = ['https://facebook.com', 'https://*.facebook.com']

describe('messages of the signup', () => {
  it.each([
    ['https://facebook.com', true],
    ['https://www.facebook.com', true],
    ['http://www.facebook.com', false],
    ['https://evilfacebook.com', false],
    ['https://facebook.com.evil.example', false],
    ['null', false],
  ])('from %s are believed: %s', (origin, believed) => {
    expect(isTrusted(origin, meta)).toBe(believed)
  })

  it('are read with the ids that Meta gives as text or number', () => {
    const data = { phone_number_id: 106540352242922, waba_id: '102290129340398', business_id: '' }
    expect(readMessage(JSON.stringify({ type: 'WA_EMBEDDED_SIGNUP', event: 'FINISH', data }))).toEqual({
      event: 'FINISH',
      phoneNumberId: '106540352242922',
      wabaId: '102290129340398',
    })
    const left = { type: 'WA_EMBEDDED_SIGNUP', event: 'CANCEL', data: { current_step: 'PHONE_NUMBER_SETUP' } }
    expect(readMessage(JSON.stringify(left))).toEqual({ event: 'CANCEL', currentStep: 'PHONE_NUMBER_SETUP' })
  })

  it.each([['cb=f1&origin=x'], [{ type: 'WA_EMBEDDED_SIGNUP' }], ['WA_EMBEDDED_SIGNUP'], ['{"type":"other"}']])(
    'that are none are left alone: %j',
    (data) => expect(readMessage(data)).toBeNull(),
  )
})

describe('the window', () => {
  const launch = {
    id: 'x',
    nonce: 'x',
    appId: '1',
    configId: '2',
    opening: 'first',
    solutionId: null,
    featureType: '',
    version: 'v25.0',
    sdkUrl: 'http://localhost/sdk.js',
    origins: [],
  }
  afterEach(() => vi.unstubAllGlobals())

  it('that the browser keeps shut is not taken for one that was closed', async () => {
    vi.stubGlobal('open', () => null)
    const login = (callback: (answer: object) => void) => {
      if (!window.open('http://localhost/dialog')) callback({ authResponse: null })
    }
    vi.stubGlobal('FB', { init: () => undefined, login })
    expect(await openSignup(launch)).toBe('blocked')
  })
})
