import type { Locale } from '@recado/contracts'
import { z } from 'zod'

/** Facts that each mail is written from. They travel sealed, since some carry a link that opens an account. */
export const mailFacts = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('verify'), name: z.string(), url: z.string(), code: z.string() }),
  z.object({ kind: z.literal('already_registered'), name: z.string(), url: z.string(), resetUrl: z.string() }),
  z.object({ kind: z.literal('reset'), name: z.string(), url: z.string() }),
  z.object({ kind: z.literal('email_change'), name: z.string(), url: z.string() }),
  z.object({ kind: z.literal('email_changed'), name: z.string(), email: z.string(), url: z.string() }),
  z.object({
    kind: z.literal('invitation'),
    inviter: z.string(),
    company: z.string(),
    role: z.enum(['admin', 'member']),
    url: z.string(),
  }),
])
export type MailFacts = z.infer<typeof mailFacts>

export type MailContent = {
  subject: string
  title: string
  paragraphs: string[]
  code?: string
  action: { label: string; url: string }
  note: string
}

type Writer = { [K in MailFacts['kind']]: (facts: Extract<MailFacts, { kind: K }>, brand: string) => MailContent }

const en: Writer = {
  verify: ({ name, url, code }, brand) => ({
    subject: `${code} is your ${brand} code`,
    title: 'Confirm your email',
    paragraphs: [
      `Hi ${name}, welcome to ${brand}.`,
      'Click the button to confirm this address, or enter this code on the page you have open:',
    ],
    code,
    action: { label: 'Confirm email', url },
    note: "The link and code are valid for 24 hours. If you didn't create an account, you can ignore this email.",
  }),
  already_registered: ({ name, url, resetUrl }, brand) => ({
    subject: `You already have a ${brand} account`,
    title: 'You already have an account',
    paragraphs: [
      `Hi ${name}, someone (maybe you) tried to create a ${brand} account with this email. You already have one, so nothing was changed.`,
      `Forgot your password? Set a new one here: ${resetUrl}`,
    ],
    action: { label: 'Sign in', url },
    note: "If this wasn't you, no action is needed.",
  }),
  reset: ({ name, url }, brand) => ({
    subject: `Set a new ${brand} password`,
    title: 'Set a new password',
    paragraphs: [`Hi ${name}, you asked to reset the password of your ${brand} account.`],
    action: { label: 'Choose a new password', url },
    note: "The link is valid for 60 minutes and can be used once. If you didn't request it, ignore this email: your password stays the same.",
  }),
  email_change: ({ name, url }, brand) => ({
    subject: `Confirm your new ${brand} email`,
    title: 'Confirm your new email',
    paragraphs: [`Hi ${name}, you asked to use this email for your ${brand} account from now on.`],
    action: { label: 'Use this email', url },
    note: "The link is valid for 24 hours and can be used once. If you didn't request it, ignore this email: nothing changes.",
  }),
  email_changed: ({ name, email, url }, brand) => ({
    subject: `Your ${brand} email was changed`,
    title: 'Your email was changed',
    paragraphs: [`Hi ${name}, your ${brand} account now uses ${email}. We'll no longer send email to this address.`],
    action: { label: 'Secure my account', url },
    note: "If this wasn't you, someone may have your password: contact our support right away.",
  }),
  invitation: ({ inviter, company, role, url }, brand) => ({
    subject: `${inviter} invited you to join ${company}`,
    title: `Join ${company}`,
    paragraphs: [
      `${inviter} invited you to join ${company} on ${brand} as ${role === 'admin' ? 'an admin' : 'a member'}.`,
    ],
    action: { label: 'View invitation', url },
    note: "The invitation is valid for seven days. If you don't know the sender, ignore this email.",
  }),
}

const pt: Writer = {
  verify: ({ name, url, code }, brand) => ({
    subject: `${code} é o seu código do ${brand}`,
    title: 'Confirme seu e-mail',
    paragraphs: [
      `Olá, ${name}! Boas-vindas ao ${brand}.`,
      'Clique no botão para confirmar este endereço ou digite este código na página que está aberta:',
    ],
    code,
    action: { label: 'Confirmar e-mail', url },
    note: 'O link e o código valem por 24 horas. Se você não criou uma conta, ignore este e-mail.',
  }),
  already_registered: ({ name, url, resetUrl }, brand) => ({
    subject: `Você já tem uma conta no ${brand}`,
    title: 'Você já tem uma conta',
    paragraphs: [
      `Olá, ${name}! Alguém (talvez você) tentou criar uma conta no ${brand} com este e-mail. Já existe uma conta para ele, então nada foi alterado.`,
      `Esqueceu a senha? Crie uma nova aqui: ${resetUrl}`,
    ],
    action: { label: 'Entrar', url },
    note: 'Se não foi você, não é preciso fazer nada.',
  }),
  reset: ({ name, url }, brand) => ({
    subject: `Crie uma nova senha do ${brand}`,
    title: 'Crie uma nova senha',
    paragraphs: [`Olá, ${name}! Você pediu para criar uma nova senha para sua conta no ${brand}.`],
    action: { label: 'Escolher nova senha', url },
    note: 'O link vale por 60 minutos e só funciona uma vez. Se você não fez esse pedido, ignore este e-mail: sua senha continua a mesma.',
  }),
  email_change: ({ name, url }, brand) => ({
    subject: `Confirme seu novo e-mail do ${brand}`,
    title: 'Confirme seu novo e-mail',
    paragraphs: [`Olá, ${name}! Você pediu para usar este e-mail na sua conta do ${brand} a partir de agora.`],
    action: { label: 'Usar este e-mail', url },
    note: 'O link vale por 24 horas e só funciona uma vez. Se você não fez esse pedido, ignore este e-mail: nada muda.',
  }),
  email_changed: ({ name, email, url }, brand) => ({
    subject: `O e-mail da sua conta do ${brand} foi alterado`,
    title: 'Seu e-mail foi alterado',
    paragraphs: [
      `Olá, ${name}! Sua conta do ${brand} agora usa o e-mail ${email}. Não enviaremos mais e-mails para este endereço.`,
    ],
    action: { label: 'Proteger minha conta', url },
    note: 'Se não foi você, alguém pode ter a sua senha: fale com o nosso suporte imediatamente.',
  }),
  invitation: ({ inviter, company, role, url }, brand) => ({
    subject: `${inviter} convidou você para participar de ${company}`,
    title: `Participe de ${company}`,
    paragraphs: [
      `${inviter} convidou você para participar de ${company} no ${brand} como ${role === 'admin' ? 'administrador' : 'membro da equipe'}.`,
    ],
    action: { label: 'Ver convite', url },
    note: 'O convite vale por sete dias. Se você não conhece quem enviou, ignore este e-mail.',
  }),
}

/** What a mail says, in the reader's language. */
export const writeMail = (facts: MailFacts, locale: Locale, brand: string): MailContent => {
  const writer = (locale === 'pt' ? pt : en)[facts.kind] as (facts: MailFacts, brand: string) => MailContent
  return writer(facts, brand)
}
