import { describe, expect, it } from 'vitest'
import { adapters } from './adapters.ts'
import { catalogue, findCatalogue } from './catalogue.ts'
import { canSendThrough, findProvider } from './index.ts'

const count = (channel: string) => catalogue.filter((entry) => entry.channel === channel).length

describe('the catalogue', () => {
  it('has 69 providers, each once on its channel', () => {
    expect(['email', 'sms', 'chat', 'push', 'in_app'].map(count)).toEqual([21, 30, 10, 7, 1])
    expect(new Set(catalogue.map(({ channel, id }) => `${channel}/${id}`)).size).toBe(69)
  })

  it('offers all but the two reserved ids', () => {
    const hidden = catalogue.filter(({ offeredInPicker }) => !offeredInPicker)
    expect(hidden.map(({ channel, id }) => `${channel}/${id}`)).toEqual(['email/emailjs', 'email/clickatell'])
  })

  it('says the same of no field twice, and gives dropdowns their options', () => {
    for (const { credentials, id } of catalogue) {
      const keys = credentials.map(({ key }) => key)
      expect(new Set(keys).size, id).toBe(keys.length)
      for (const field of credentials) expect(field.type === 'dropdown', field.key).toBe(Boolean(field.options))
    }
  })

  it('keeps every key, token and password from browsers', () => {
    const telling = /^(apiKey|apiToken|accessKey|secretKey|token|password|serviceAccount|webhookUrl)$/
    const open = catalogue.flatMap(({ credentials, id }) =>
      credentials.filter(({ key, secret }) => telling.test(key) && !secret).map(({ key }) => `${id}.${key}`),
    )
    expect(open).toEqual([])
  })

  it('tells apart providers of one id by their channel', () => {
    expect(findCatalogue('sms', 'clickatell')?.beta).toBe(true)
    expect(findCatalogue('email', 'clickatell')?.offeredInPicker).toBe(false)
    expect(findCatalogue('sms', 'sendgrid')).toBeNull()
  })
})

describe('adapters', () => {
  it('belong to a provider of the catalogue', () => {
    for (const channel of ['email', 'sms', 'chat', 'push'] as const)
      for (const id of Object.keys(adapters[channel])) expect(findCatalogue(channel, id), id).not.toBeNull()
  })

  it('come with what is known about them; without one there is no send', () => {
    expect(findProvider('email', 'nodemailer')?.send).toBeTypeOf('function')
    expect(findProvider('email', 'sendgrid')).toEqual({ catalogue: findCatalogue('email', 'sendgrid') })
    expect(findProvider('push', 'nodemailer')).toBeNull()
    expect(canSendThrough({ channel: 'chat', id: 'slack' })).toBe(true)
    expect(canSendThrough({ channel: 'in_app', id: 'novu' })).toBe(true)
    expect(canSendThrough({ channel: 'chat', id: 'getstream' })).toBe(false)
  })
})
