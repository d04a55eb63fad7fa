import type { TemplateComponent } from './template-parts.ts'
import type { ParameterFormat } from './template-variables.ts'

type Category = 'MARKETING' | 'UTILITY' | 'AUTHENTICATION'

/** What the checks need to know of a template. */
export type CheckedTemplate = {
  category: Category
  parameterFormat: ParameterFormat
  components: readonly TemplateComponent[]
  ttlSeconds?: number | null | undefined
}

/** Lengths in characters, times in seconds (whatsapp-cloud-api reference, templates). */
export const templateLimits = {
  name: 512,
  header: 60,
  body: 1024,
  offerBody: 600,
  cardBody: 160,
  footer: 60,
  offerText: 16,
  buttons: 10,
  /** How many buttons of each kind a template may have; the rest of the ten may be quick replies. */
  buttonKinds: {
    QUICK_REPLY: 10,
    URL: 2,
    PHONE_NUMBER: 1,
    COPY_CODE: 1,
    FLOW: 1,
    CATALOG: 1,
    MPM: 1,
    SPM: 1,
    ORDER_DETAILS: 1,
    VOICE_CALL: 1,
    OTP: 1,
  },
  cardButtons: 2,
  buttonText: 25,
  url: 2000,
  phone: 20,
  code: 15,
  cards: { min: 2, max: 10 },
  ttl: { AUTHENTICATION: [30, 900], UTILITY: [30, 43_200], MARKETING: [43_200, 2_592_000] },
} as const satisfies Record<string, unknown>

/** Each has a text in the locales, `whatsapp/templates:issue.<code>`. */
const templateIssueCodes = [
  'required',
  'too_long',
  'range',
  'line_break',
  'many_line_breaks',
  'component_unknown',
  'component_twice',
  'header_format_unknown',
  'header_formatting',
  'header_variables',
  'footer_variables',
  'sample_missing',
  'example_missing',
  'variable_broken',
  'variable_order',
  'variable_style',
  'variable_edge',
  'variable_adjacent',
  'variable_ratio',
  'buttons_count',
  'button_kind_count',
  'button_kind_unknown',
  'button_text_twice',
  'button_text_variables',
  'buttons_mixed',
  'url_invalid',
  'url_variable',
  'url_whatsapp',
  'phone_invalid',
  'code_invalid',
  'flow_missing',
  'otp_kind',
  'otp_app',
  'category_refused',
  'authentication_plain',
  'authentication_text_fixed',
  'authentication_button',
  'cards_count',
  'cards_differ',
  'card_header',
  'carousel_alone',
  'offer_without_footer',
  'offer_header',
  'offer_buttons',
  'warn_short_link',
  'warn_capitals',
  'warn_promotional',
  'warn_no_opt_out',
] as const
export type TemplateIssueCode = (typeof templateIssueCodes)[number]

export type TemplateIssue = {
  path: string
  code: TemplateIssueCode
  level: 'problem' | 'warning'
  /** Numbers and words for the text. */
  values: Readonly<Record<string, string | number>>
}

export type Add = (path: string, code: TemplateIssueCode, values?: TemplateIssue['values']) => void

/** Adds problems under a place of the template. */
export const adder =
  (issues: TemplateIssue[]) =>
  (part: string): Add =>
  (path, code, values = {}) => {
    issues.push({ path: [part.replace(/\.$/, ''), path].filter(Boolean).join('.'), code, level: 'problem', values })
  }
