import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { newNumericId } from '../state/ids.ts'
import type { Account, PhoneNumber } from '../state/types.ts'
import type { World } from '../state/world.ts'
import { ControlFault } from './control-fault.ts'

/** What someone does in the window of the embedded signup. */
export const signupRequest = z.object({
  outcome: z.enum(['finish', 'only_waba', 'cancel', 'error']).default('finish'),
  coexistence: z.boolean().default(false),
  /** An account that is there already; a new one with new numbers when absent. */
  wabaId: z.string().optional(),
  phoneNumberId: z.string().optional(),
  name: z.string().max(75).default('Novo negócio'),
  numbers: z.number().int().min(1).max(5).default(1),
  /** Whether a person has proven that the number is theirs. */
  verified: z.boolean().default(true),
  /** A PIN that the number has already. */
  pin: z
    .string()
    .regex(/^\d{6}$/)
    .optional(),
  /** What the phone app does when its past is asked for. */
  history: z.enum(['sends', 'declines', 'silent']).default('sends'),
  /** Permissions of the token that the code gives; all of them when absent. */
  scopes: z.array(z.string()).optional(),
  /** Where the window was left, or what went wrong in it. */
  step: z.string().default('PHONE_NUMBER_SETUP'),
})
export type SignupRequest = z.input<typeof signupRequest>
type Input = z.output<typeof signupRequest>

const newNumber = (world: World, account: Account, input: Input, index: number): PhoneNumber => {
  const digits = `5511${(930_000_000 + ((world.numbers.size * 7919 + index) % 69_999_999)).toString()}`
  const number: PhoneNumber = {
    id: newNumericId(),
    accountId: account.id,
    displayPhoneNumber: `+${digits.slice(0, 2)} ${digits.slice(2, 4)} ${digits.slice(4, 9)}-${digits.slice(9)}`,
    digits,
    verifiedName: index === 0 ? input.name : `${input.name} ${index + 1}`,
    registered: input.coexistence,
    verified: input.verified,
    code: null,
    pin: input.pin ?? null,
    qualityRating: 'GREEN',
    messagingLimit: 'TIER_250',
    coexistence: input.coexistence,
    profile: { vertical: 'OTHER' },
    webhookConfiguration: {},
    blocked: [],
    settings: {},
    syncs: [],
    history: input.history,
  }
  world.numbers.set(number.id, number)
  return number
}

const newAccount = (world: World, input: Input): Account => {
  const account: Account = { id: newNumericId(), name: input.name, currency: 'BRL', country: 'BR', subscribers: {} }
  world.accounts.set(account.id, account)
  const id = newNumericId()
  world.templates.set(id, {
    id,
    accountId: account.id,
    name: 'hello_world',
    language: 'pt_BR',
    category: 'UTILITY',
    status: 'APPROVED',
    parameterFormat: 'POSITIONAL',
    components: [{ type: 'BODY', text: 'Olá! Esta é uma mensagem de teste.' }],
    rejectedReason: 'NONE',
    quality: 'UNKNOWN',
    ttlSeconds: null,
  })
  for (let index = 0; index < input.numbers; index++) newNumber(world, account, input, index)
  return account
}

const eventOf = (input: Input): string => {
  if (input.outcome === 'only_waba') return 'FINISH_ONLY_WABA'
  return input.coexistence ? 'FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING' : 'FINISH'
}

/** Plays Meta's window: the session event that the page hears, and the code, which is there unless it was left. */
export const playSignup = (world: World, input: Input) => {
  if (input.outcome === 'cancel') return { event: 'CANCEL', data: { current_step: input.step }, code: null }
  if (input.outcome === 'error') {
    const data = {
      error_message: 'The number could not be added',
      error_code: '524126',
      session_id: randomUUID(),
      timestamp: String(Math.floor(Date.now() / 1000)),
    }
    return { event: 'ERROR', data, code: null }
  }
  const account = input.wabaId === undefined ? newAccount(world, input) : world.accounts.get(input.wabaId)
  if (!account) throw new ControlFault('There is no such account', 404)
  const numbers = [...world.numbers.values()].filter(({ accountId }) => accountId === account.id)
  const number = input.phoneNumberId ? world.numbers.get(input.phoneNumberId) : numbers[0]
  const code = `SBX${randomUUID()}`
  world.codes.set(code, {
    expiresAt: Date.now() + 30_000,
    wabaIds: [account.id],
    ...(input.scopes ? { scopes: input.scopes } : {}),
  })
  world.changed()
  const named = input.outcome === 'finish' && !input.coexistence && number ? { phone_number_id: number.id } : {}
  const data = { ...named, waba_id: account.id, business_id: world.config.businessId }
  return { event: eventOf(input), data, code }
}

/** Refuses the next Graph calls whose path holds `path`, as Meta would with this code. */
export const refusalRequest = z.object({
  path: z.string().min(2),
  method: z.enum(['GET', 'POST', 'DELETE']).optional(),
  code: z.number().int(),
  subcode: z.number().int().optional(),
  http: z.number().int().optional(),
  times: z.number().int().min(1).max(1000).default(1),
})
