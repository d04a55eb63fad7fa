import { randomBytes } from 'node:crypto'
import type { PhoneNumber } from '../state/types.ts'
import { type GraphCall, success } from './call.ts'
import { type Fields, isFields } from './field-checks.ts'
import { GraphFault } from './graph-fault.ts'

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** `POST /{number}/conversational_automation`: ice breakers and commands, which replace what was there. */
export const setAutomation = (call: GraphCall, number: PhoneNumber): unknown => {
  const prompts = textsOf(call.fields.prompts)
  const commands = Array.isArray(call.fields.commands) ? call.fields.commands.filter(isFields) : []
  if (prompts.length > 4 || prompts.some((prompt) => prompt.length === 0 || prompt.length > 80))
    throw new GraphFault(100, { details: 'prompts holds at most 4 texts of 80 characters' })
  if (commands.length > 30) throw new GraphFault(100, { details: 'commands holds at most 30' })
  for (const { command_name: name, command_description: text } of commands) {
    if (!/^[a-z0-9_]{1,32}$/.test(String(name)) || String(text ?? '').length > 256)
      throw new GraphFault(100, { details: 'a command has a name of 32 and a description of 256 characters' })
  }
  number.automation = { prompts, commands }
  return success
}

const codesOf = (number: PhoneNumber): Fields[] => {
  number.qrCodes ??= []
  return number.qrCodes
}

const withImage = (call: GraphCall, number: PhoneNumber, code: Fields): Fields => ({
  ...code,
  deep_link_url: `https://wa.me/message/${String(code.code)}`,
  ...(call.fields.generate_qr_image !== undefined && {
    qr_image_url: `${call.world.baseUrl}/assets/icon.svg?${number.id}`,
  }),
})

/** `GET/POST /{number}/message_qrdls`: short links with a text that is written already. */
export const messageLinks = (call: GraphCall, number: PhoneNumber): unknown => {
  if (call.method === 'GET') return { data: codesOf(number).map((code) => withImage(call, number, code)) }
  const text = String(call.fields.prefilled_message ?? '')
  if (text === '' || text.length > 140)
    throw new GraphFault(100, { details: 'prefilled_message has 1 to 140 characters' })
  const known = codesOf(number).find(({ code }) => code === call.fields.code)
  if (known) {
    known.prefilled_message = text
    return withImage(call, number, known)
  }
  const code = { code: randomBytes(7).toString('hex').toUpperCase(), prefilled_message: text }
  codesOf(number).push(code)
  return withImage(call, number, code)
}
