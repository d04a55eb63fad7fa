import { email, inApp, workflow } from './build.ts'

const url = '/companies/{{company.id}}'
const feed = 'general'
const tags = ['team']
const group = { en: 'Team', pt: 'Equipe' }

const roleChanged = {
  en: '{{#eq role "admin"}}You are an administrator of {{company.name}} now{{else}}{{#eq role "member"}}You are a member of {{company.name}} now{{else}}What you may do in {{company.name}} has changed{{/eq}}{{/eq}}',
  pt: '{{#eq role "admin"}}Agora você administra {{company.name}}{{else}}{{#eq role "member"}}Agora você é membro de {{company.name}}{{else}}O que você pode fazer em {{company.name}} mudou{{/eq}}{{/eq}}',
}

export const memberWorkflows = {
  'member.joined': workflow({
    name: { en: 'Somebody joined the company', pt: 'Alguém entrou na empresa' },
    group,
    description: { en: 'A person accepted an invitation.', pt: 'Uma pessoa aceitou um convite.' },
    tags,
    sample: { person: 'Bruno Melo' },
    steps: [
      inApp({
        feed,
        icon: 'success',
        url: `${url}?tab=members`,
        content: {
          en: '<b>{{person}}</b> joined <b>{{company.name}}</b>',
          pt: '<b>{{person}}</b> entrou em <b>{{company.name}}</b>',
        },
      }),
    ],
  }),
  'member.removed': workflow({
    name: { en: 'I was removed from a company', pt: 'Fui removido de uma empresa' },
    group,
    description: { en: 'An administrator ended your membership.', pt: 'Um administrador tirou você da empresa.' },
    tags,
    important: true,
    sample: {},
    steps: [
      inApp({
        feed,
        icon: 'warning',
        url: '/companies',
        content: {
          en: 'You are no longer a member of <b>{{company.name}}</b>',
          pt: 'Você não faz mais parte de <b>{{company.name}}</b>',
        },
      }),
      email({
        url: '/companies',
        subject: {
          en: 'You are no longer a member of {{company.name}}',
          pt: 'Você não faz mais parte de {{company.name}}',
        },
        body: {
          en: 'An administrator of {{company.name}} ended your membership. Your account and your other companies stay as they are.',
          pt: 'Um administrador de {{company.name}} encerrou a sua participação. Sua conta e suas outras empresas continuam como estão.',
        },
        button: { en: 'See my companies', pt: 'Ver minhas empresas' },
      }),
    ],
  }),
  'member.role_changed': workflow({
    name: { en: 'What I may do in a company changed', pt: 'O que posso fazer em uma empresa mudou' },
    group,
    description: {
      en: 'An administrator changed your role or your permissions.',
      pt: 'Um administrador mudou sua função ou suas permissões.',
    },
    tags,
    sample: { role: 'admin' },
    steps: [
      inApp({ feed, icon: 'info', url, content: roleChanged }),
      email({
        url,
        subject: roleChanged,
        body: {
          en: 'An administrator of {{company.name}} changed your role or your permissions.',
          pt: 'Um administrador de {{company.name}} mudou a sua função ou as suas permissões.',
        },
        button: { en: 'Open {{company.name}}', pt: 'Abrir {{company.name}}' },
      }),
    ],
  }),
}
