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

let numbers = 0

/** A customer nobody else uses, with a mobile number of Recife. */
export const newCustomer = () => {
  numbers++
  const tail = String(Date.now() % 10_000_000).padStart(7, '0')
  return { phone: `55819${numbers % 10}${tail}`, name: `Customer ${tail}${numbers}` }
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
