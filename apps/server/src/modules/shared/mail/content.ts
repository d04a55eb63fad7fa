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
    title: 'Confirm your e-mail',
    paragraphs: [
      `Hi ${name}, welcome to ${brand}.`,
      'Press the button to confirm this address, or type this code on the page that is open:',
    ],
    code,
    action: { label: 'Confirm e-mail', url },
    note: 'The link and the code are good for 24 hours. If you did not create an account, ignore this mail.',
  }),
  already_registered: ({ name, url, resetUrl }, brand) => ({
    subject: `You already have a ${brand} account`,
    title: 'You already have an account',
    paragraphs: [
      `Hi ${name}, somebody (perhaps you) tried to create a ${brand} account with this address. It already has one, so nothing was changed.`,
      `Forgot the password? Set a new one here: ${resetUrl}`,
    ],
    action: { label: 'Sign in', url },
    note: 'If this was not you, there is nothing to do.',
  }),
  reset: ({ name, url }, brand) => ({
    subject: `Set a new ${brand} password`,
    title: 'Set a new password',
    paragraphs: [`Hi ${name}, you asked to set a new password for your ${brand} account.`],
    action: { label: 'Choose a new password', url },
    note: 'The link is good for 60 minutes and works once. If you did not ask for it, ignore this mail: your password stays as it is.',
  }),
  email_change: ({ name, url }, brand) => ({
    subject: `Confirm your new ${brand} address`,
    title: 'Confirm your new address',
    paragraphs: [`Hi ${name}, you asked to use this address for your ${brand} account from now on.`],
    action: { label: 'Use this address', url },
    note: 'The link is good for 24 hours and works once. If you did not ask for it, ignore this mail: nothing changes.',
  }),
  email_changed: ({ name, email, url }, brand) => ({
    subject: `The address of your ${brand} account was changed`,
    title: 'Your address was changed',
    paragraphs: [`Hi ${name}, your ${brand} account now has the address ${email}. Mails no longer go to this one.`],
    action: { label: 'Secure my account', url },
    note: 'If you did not change it, somebody else may have your password: tell our support at once.',
  }),
  invitation: ({ inviter, company, role, url }, brand) => ({
    subject: `${inviter} invited you to ${company}`,
    title: `Join ${company}`,
    paragraphs: [
      `${inviter} invited you to work in ${company} on ${brand} as ${role === 'admin' ? 'an administrator' : 'a member'}.`,
    ],
    action: { label: 'See the invitation', url },
    note: 'The invitation is good for seven days. If you do not know the sender, ignore this mail.',
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
      `Olá, ${name}! Alguém (talvez você) tentou criar uma conta no ${brand} com este endereço. Ele já tem uma conta, então nada foi alterado.`,
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
      `Olá, ${name}! Sua conta do ${brand} agora usa o e-mail ${email}. Não enviaremos mais mensagens para este endereço.`,
    ],
    action: { label: 'Proteger minha conta', url },
    note: 'Se não foi você, alguém pode ter a sua senha: fale com o nosso suporte imediatamente.',
  }),
  invitation: ({ inviter, company, role, url }, brand) => ({
    subject: `${inviter} convidou você para ${company}`,
    title: `Participe de ${company}`,
    paragraphs: [
      `${inviter} convidou você para trabalhar em ${company} no ${brand} como ${role === 'admin' ? 'administrador' : 'membro da equipe'}.`,
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
