import { z } from 'zod'
import { userRoles } from '../abilities.ts'
import { endpoint } from '../endpoint.ts'
import { keysOf } from './keys.ts'

/** Billing values that stand in for empty ones (spec: general settings). */
export const billingDefaults = {
  billing_country: 'Brazil',
  billing_address: 'Street name, 000',
  billing_city: 'São Paulo',
  billing_state: 'SP',
  billing_zip: '00000-000',
} as const

export const generalSettings = z.object({
  domain: z.string(),
  id: z.union([z.number().int(), z.string()]),
  name: z.string(),
  logo: z.string(),
  favicon: z.string(),
  billing_country: z.string(),
  billing_address: z.string(),
  billing_city: z.string(),
  billing_state: z.string(),
  billing_zip: z.string(),
  /** Where the inbox of the signed-in person comes from, and as which application. */
  notifications: z.object({ apiUrl: z.string(), socketUrl: z.string(), applicationIdentifier: z.string() }),
})
export type GeneralSettings = z.infer<typeof generalSettings>

export const getGeneralSettings = endpoint({
  method: 'GET',
  path: '/api/v1/settings/general',
  can: 'public',
  summary: 'Brand and billing address of the installation; read once when the application starts',
  response: generalSettings,
})

export const getApp = endpoint({
  method: 'GET',
  path: '/api/v1/app',
  can: 'public',
  summary: 'What the running installation is: its version, and the doors of the demo',
  response: z.object({
    version: z.string(),
    mode: z.enum(['demo', 'production', 'test']),
    demo: z
      .object({
        phoneUrl: z.string(),
        mailUrl: z.string(),
        accounts: z.array(
          z.object({
            email: z.string(),
            password: z.string(),
            role: z.enum(userRoles),
            name: z.string(),
          }),
        ),
      })
      .nullable(),
    tagManagerId: z.string().nullable(),
    /** Site of the chatbot, which companies open in a tab of its own; null where there is none. */
    chatbotUrl: z.string().nullable(),
    /** Address of the tutorial video in each language; empty where there is none. */
    tutorial: z.object({ en: z.string(), pt: z.string() }),
    /** What people are told while nothing can be changed; null when all works. */
    maintenance: z.object({ en: z.string(), pt: z.string() }).nullable(),
  }),
})

/** Its host goes into the content policy, where a sign such as `;` would end the rule. */
const isSecureAddress = (value: string): boolean =>
  /^https:\/\/\S+$/i.test(value) && /^[a-z0-9.-]+$/.test(URL.parse(value)?.hostname ?? '')

const url = z
  .string()
  .trim()
  .max(500)
  .refine((value) => value === '' || isSecureAddress(value), { message: 'Not a secure web address' })
const billingText = (max: number) => z.string().trim().max(max)
const legalText = z.string().max(100_000)
const words = z.object({ en: z.string().trim().max(500), pt: z.string().trim().max(500) })

/** Where the tag manager's script comes from. */
export const tagManagerHost = 'www.googletagmanager.com'
/** A host, or all hosts below one: `www.example.com`, `*.example.com`. */
const allowedHost = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/, { message: 'Not a host' })
const isTagManager = (host: string): boolean => host === tagManagerHost || host === '*.googletagmanager.com'

/** The tabs of the settings page: what each holds, and what stands before anybody has saved it. */
export const settingsTabs = {
  brand: z.object({
    name: z.string().trim().min(2).max(40),
    emailFooter: z.object({ en: z.string().trim().max(300), pt: z.string().trim().max(300) }),
  }),
  domain: z.object({
    domain: z
      .string()
      .trim()
      .max(253)
      .refine((value) => value === '' || /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(value), { message: 'Not a host' }),
  }),
  billing: z.object({
    country: billingText(80),
    address: billingText(200),
    city: billingText(100),
    state: billingText(60),
    zip: billingText(20),
  }),
  legal: z.object({
    termsVersion: z.string().trim().max(40),
    termsText: z.object({ en: legalText, pt: legalText }),
    privacyVersion: z.string().trim().max(40),
    privacyText: z.object({ en: legalText, pt: legalText }),
  }),
  tracking: z
    .object({
      tagManagerId: z
        .string()
        .trim()
        .refine((value) => value === '' || /^GTM-[A-Z0-9]{4,12}$/.test(value), { message: 'Not a tag manager id' }),
      /** The only hosts that pages may reach for it, once there is an id. */
      hosts: z.array(allowedHost).max(30).default([tagManagerHost]),
    })
    .refine(({ tagManagerId, hosts }) => tagManagerId === '' || hosts.some(isTagManager), {
      path: ['hosts'],
      message: `Without ${tagManagerHost} the script cannot be loaded`,
    }),
  chatbot: z.object({ url }),
  tutorial: z.object({ videoUrl: z.object({ en: url, pt: url }) }),
  maintenance: z.object({ readOnly: z.boolean(), message: words }),
  security: z.object({
    /** Longest impersonation in minutes. */
    impersonationMinutes: z.union([z.literal(15), z.literal(30), z.literal(60)]),
    supportMayEnter: z.boolean(),
  }),
  campaigns: z.object({
    /** Campaigns to more recipients are looked at by a person. */
    manyRecipients: z.number().int().min(1).max(1_000_000),
    /** So are those of which more messages fail. */
    failurePercent: z.number().int().min(1).max(100),
    /** Whether risky ones wait until a person has looked at them. */
    holdRisky: z.boolean(),
  }),
} as const
export type SettingsTab = keyof typeof settingsTabs
export const settingsTabNames = keysOf(settingsTabs)
export type SettingsOf<T extends SettingsTab> = z.infer<(typeof settingsTabs)[T]>
export type PlatformSettings = { [T in SettingsTab]: SettingsOf<T> }

const both = { en: '', pt: '' }
export const settingsDefaults: PlatformSettings = {
  brand: { name: 'Recado', emailFooter: both },
  domain: { domain: '' },
  billing: { country: '', address: '', city: '', state: '', zip: '' },
  legal: { termsVersion: '', termsText: both, privacyVersion: '', privacyText: both },
  tracking: { tagManagerId: '', hosts: [tagManagerHost] },
  chatbot: { url: '' },
  tutorial: { videoUrl: both },
  maintenance: { readOnly: false, message: both },
  security: { impersonationMinutes: 60, supportMayEnter: true },
  campaigns: { manyRecipients: 50_000, failurePercent: 10, holdRisky: false },
}

const platformSettings = z.object(settingsTabs)
const settingsAnswer = z.object({
  version: z.number().int(),
  settings: platformSettings,
  logo: z.string(),
  favicon: z.string(),
  /** Whether the tag manager's id comes from the environment as long as none is saved. */
  tagManagerFromEnvironment: z.boolean(),
})
export type SettingsAnswer = z.infer<typeof settingsAnswer>

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/v1/admin/settings',
  can: 'admin.platform',
  summary: 'The settings of the installation',
  response: settingsAnswer,
})

export const saveSettings = endpoint({
  method: 'PUT',
  path: '/api/v1/admin/settings',
  can: 'admin.platform',
  summary: 'Save one tab of the settings; the version tells whether somebody else saved meanwhile',
  body: z.discriminatedUnion('tab', [
    z.object({ tab: z.literal('brand'), version: z.number().int(), values: settingsTabs.brand }),
    z.object({ tab: z.literal('domain'), version: z.number().int(), values: settingsTabs.domain }),
    z.object({ tab: z.literal('billing'), version: z.number().int(), values: settingsTabs.billing }),
    z.object({ tab: z.literal('legal'), version: z.number().int(), values: settingsTabs.legal }),
    z.object({ tab: z.literal('tracking'), version: z.number().int(), values: settingsTabs.tracking }),
    z.object({ tab: z.literal('chatbot'), version: z.number().int(), values: settingsTabs.chatbot }),
    z.object({ tab: z.literal('tutorial'), version: z.number().int(), values: settingsTabs.tutorial }),
    z.object({ tab: z.literal('maintenance'), version: z.number().int(), values: settingsTabs.maintenance }),
    z.object({ tab: z.literal('security'), version: z.number().int(), values: settingsTabs.security }),
    z.object({ tab: z.literal('campaigns'), version: z.number().int(), values: settingsTabs.campaigns }),
  ]),
  response: settingsAnswer,
  errors: ['conflict'],
})

export const listSettingsVersions = endpoint({
  method: 'GET',
  path: '/api/v1/admin/settings/versions',
  can: 'admin.platform',
  summary: 'Former saves, newest first: the last hundred',
  response: z.object({
    data: z.array(
      z.object({
        id: z.uuid(),
        version: z.number().int(),
        tab: z.string(),
        author: z.string().nullable(),
        createdAt: z.iso.datetime({ offset: true }),
        changed: z.array(z.string()),
      }),
    ),
  }),
})

export const revertSettings = endpoint({
  method: 'POST',
  path: '/api/v1/admin/settings/versions/:version/restore',
  can: 'admin.platform',
  summary: 'Bring back the settings as they were after a save; a save like any other',
  params: z.object({ version: z.coerce.number().int().min(1) }),
  response: settingsAnswer,
})

export const brandImages = ['logo', 'favicon'] as const
/** Files that a logo or favicon may be. */
export const brandImageTypes = ['image/png', 'image/jpeg', 'image/svg+xml'] as const
/** Largest logo or favicon, in bytes. */
export const brandImageMaxBytes = 1024 * 1024

export const uploadBrandImage = endpoint({
  method: 'POST',
  path: '/api/v1/admin/settings/images/:kind',
  can: 'admin.platform',
  summary: 'Set the logo or the favicon: one PNG, JPEG or SVG file of at most 1 MB, kept as PNG',
  params: z.object({ kind: z.enum(brandImages) }),
  bodyKind: 'multipart',
  response: settingsAnswer,
  errors: ['file_type_refused', 'file_too_large'],
})

export const removeBrandImage = endpoint({
  method: 'DELETE',
  path: '/api/v1/admin/settings/images/:kind',
  can: 'admin.platform',
  summary: 'Go back to the logo or favicon of the product',
  params: z.object({ kind: z.enum(brandImages) }),
  response: settingsAnswer,
})

export const getBrandImage = endpoint({
  method: 'GET',
  path: '/api/v1/settings/images/:kind',
  can: 'public',
  summary: 'The logo or favicon that was uploaded, as PNG',
  params: z.object({ kind: z.enum(brandImages) }),
  query: z.object({ v: z.string().max(64).optional() }),
  response: null,
})

export const getLegal = endpoint({
  method: 'GET',
  path: '/api/v1/settings/legal',
  can: 'public',
  summary: 'Terms of use and privacy notice; empty texts stand for the ones that come with the product',
  response: z.object({
    terms: z.object({ version: z.string(), text: z.object({ en: z.string(), pt: z.string() }) }),
    privacy: z.object({ version: z.string(), text: z.object({ en: z.string(), pt: z.string() }) }),
  }),
})
