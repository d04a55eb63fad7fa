import { describe, expect, it } from 'vitest'
import { findCatalogue } from './catalogue.ts'
import { credentialsSchema, secretFields } from './credentials.ts'
import type { ProviderCatalogue } from './fields.ts'

const entry = (channel: ProviderCatalogue['channel'], id: string) => {
  const found = findCatalogue(channel, id)
  if (!found) throw new Error(`no ${id}`)
  return found
}
const smtp = entry('email', 'nodemailer')
const good = { host: 'mail.example', port: 587, from: 'a@example.com', senderName: 'A' }

const problemsOf = (provider: ProviderCatalogue, given: unknown, options?: { complete?: boolean }) =>
  (credentialsSchema(provider, options).safeParse(given).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')} ${message}`,
  )

describe('the shape of credentials', () => {
  it('takes what is complete and leaves out what is unknown or empty', () => {
    const given = { ...good, user: '', password: null, somethingElse: 1 }
    expect(credentialsSchema(smtp).parse(given)).toEqual(good)
  })

  it('lists everything that is missing or wrong', () => {
    expect(problemsOf(smtp, { port: 'many', from: '', secure: 'maybe', user: 5 })).toEqual([
      'user must be text',
      'host is required',
      'port must be a number',
      'secure must be true or false',
      'from is required',
      'senderName is required',
    ])
  })

  it('takes numbers, switches and objects as text', () => {
    const given = { ...good, port: '465', secure: 'true', requireTls: 'false', tlsOptions: '{"servername":"x"}' }
    expect(credentialsSchema(smtp).parse(given)).toEqual({
      ...good,
      port: 465,
      secure: true,
      requireTls: false,
      tlsOptions: { servername: 'x' },
    })
    expect(problemsOf(smtp, { ...good, tlsOptions: 'x' })).toEqual(['tlsOptions must be an object'])
    expect(problemsOf(smtp, { ...good, tlsOptions: '[1]' })).toEqual(['tlsOptions must be an object'])
  })

  it('takes the options of a dropdown only', () => {
    const sparkpost = entry('email', 'sparkpost')
    const rest = { apiKey: 'k', from: 'a@example.com', senderName: 'A' }
    expect(credentialsSchema(sparkpost).parse({ ...rest, region: 'eu' })).toEqual({ ...rest, region: 'eu' })
    expect(credentialsSchema(sparkpost).parse({ ...rest, region: null })).toEqual(rest)
    expect(problemsOf(sparkpost, { ...rest, region: 'moon' })).toEqual(['region must be one of: eu'])
  })

  it('fills in defaults of what is complete', () => {
    const generic = entry('sms', 'generic-sms')
    const given = { baseUrl: 'https://sms.example', apiKeyRequestHeader: 'x-key', apiKey: 'k', from: 'A' }
    expect(credentialsSchema(generic).parse(given)).toEqual({ ...given, idPath: 'data.id', datePath: 'data.date' })
  })

  it('may be incomplete while no one uses it, but not wrong', () => {
    expect(credentialsSchema(smtp, { complete: false }).parse({ host: 'mail.example' })).toEqual({
      host: 'mail.example',
    })
    expect(problemsOf(smtp, { port: {} }, { complete: false })).toEqual(['port must be a number'])
  })

  it('knows which fields are secret', () => {
    expect(secretFields(smtp)).toEqual(['password', 'tlsOptions', 'secretKey'])
    expect(secretFields(entry('sms', 'azure-sms'))).toEqual(['accessKey'])
  })
})
