import { randomInt } from 'node:crypto'
import { demo } from './demo.ts'

const call = async <T>(path: string, body?: object): Promise<T> => {
  const base = new URL(demo().sandbox.phoneUrl).origin
  const answer = await fetch(`${base}/sandbox/${path}`, {
    method: body ? 'POST' : 'GET',
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

type PhoneMessage = {
  wamid: string
  direction: 'in' | 'out'
  type: string
  status: string
  message: { text?: { body: string } }
}
type Mail = { to: string[]; subject: string; text: string; html: string }

/** A customer no one else uses, with a mobile number of Recife; `tail` chooses the last four digits. */
export const newCustomer = (tail = String(randomInt(2000, 9000))) => {
  const middle = String(randomInt(1000, 10_000))
  return { phone: `558199${middle.slice(1)}${tail}`, name: `Customer ${middle}-${tail}` }
}

/** The customer writes from their phone. */
export const write = (customer: { phone: string; name: string }, text: string, extras: object = {}) =>
  call<PhoneMessage>('inbound', { from: customer.phone, name: customer.name, text, ...extras })

/** What the customer's phone shows of its conversation with a number, by WhatsApp's form of their phone. */
export const phoneMessages = async (waId: string, phoneNumberId = demo().whatsapp.phoneNumberId) =>
  (await call<{ data: PhoneMessage[] }>(`messages?phoneNumberId=${phoneNumberId}&waId=${waId}`)).data

/** WhatsApp leaves out the ninth digit of numbers like those of Recife. */
export const waIdOf = (phone: string) => phone.replace(/^(55\d{2})9(\d{8})$/, '$1$2')

export const mailsTo = async (address: string) =>
  (await call<{ data: Mail[] }>(`mails?to=${encodeURIComponent(address)}`)).data

export const control = call
