import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Account, Customer, Mail, Media, PhoneNumber, StoredMessage, Template, Thread } from './types.ts'
import { addCustomer, addMail, addMessage, threadOf, type World } from './world.ts'

type Saved = {
  accounts: Account[]
  numbers: PhoneNumber[]
  templates: Template[]
  customers: Customer[]
  threads: Pick<Thread, 'phoneNumberId' | 'waId' | 'lastInboundAt' | 'lastAt'>[]
  messages: StoredMessage[]
  media: Media[]
  mails: Mail[]
  revoked: string[]
  issued: [string, string[] | null][]
  received: [string, number][]
}

const snapshot = (world: World): Saved => ({
  accounts: [...world.accounts.values()],
  numbers: [...world.numbers.values()],
  templates: [...world.templates.values()],
  customers: [...world.customers.values()],
  threads: [...world.threads.values()].map(({ phoneNumberId, waId, lastInboundAt, lastAt }) => ({
    phoneNumberId,
    waId,
    lastInboundAt,
    lastAt,
  })),
  messages: [...world.messages.values()],
  media: world.media.list(),
  mails: world.mails,
  revoked: [...world.tokens].filter(([, token]) => !token.valid).map(([text]) => text),
  issued: [...world.tokens].filter(([, token]) => token.valid).map(([text, token]) => [text, token.wabaIds]),
  received: [...world.received].slice(-100_000),
})

const restore = (world: World, saved: Saved): void => {
  for (const account of saved.accounts) world.accounts.set(account.id, account)
  for (const number of saved.numbers) world.numbers.set(number.id, number)
  for (const template of saved.templates) world.templates.set(template.id, template)
  for (const customer of saved.customers) addCustomer(world, customer)
  for (const media of saved.media) world.media.restore(media)
  for (const message of saved.messages) {
    const thread = addMessage(world, message)
    if (message.direction === 'out' && (message.status === 'delivered' || message.status === 'sent'))
      thread.unread.push(message)
  }
  for (const thread of saved.threads) Object.assign(threadOf(world, thread.phoneNumberId, thread.waId), thread)
  for (const mail of saved.mails) addMail(world, mail)
  for (const [token, wabaIds] of saved.issued) world.tokens.set(token, { valid: true, wabaIds })
  // The configured token works again after a restart: the way out for someone who wrote to the number that revokes it.
  for (const token of saved.revoked)
    if (token !== world.config.accessToken) world.tokens.set(token, { valid: false, wabaIds: null })
  for (const [data, count] of saved.received) world.received.set(data, count)
}

/**
 * Keeps the state in `state.json` of the folder: restores it now, then writes it a second after a change at the latest, and
 * less often the longer a write takes, so that load is not slowed by more than about two per cent.
 */
export const keepState = (world: World, folder: string): { flush: () => void } => {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'state.json')
  if (existsSync(path)) restore(world, JSON.parse(readFileSync(path, 'utf8')) as Saved)
  let timer: NodeJS.Timeout | null = null
  let tookMs = 0
  const write = () => {
    timer = null
    const start = performance.now()
    writeFileSync(`${path}.new`, JSON.stringify(snapshot(world)))
    renameSync(`${path}.new`, path)
    tookMs = performance.now() - start
  }
  world.changed = () => {
    timer ??= setTimeout(write, Math.max(1000, tookMs * 50))
  }
  return {
    flush: () => {
      if (timer) clearTimeout(timer)
      write()
    },
  }
}
