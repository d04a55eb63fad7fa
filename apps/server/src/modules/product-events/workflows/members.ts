import { email, inApp, workflow } from './build.ts'

const url = '/companies/{{companyId}}'
const feed = 'general'
const tags = ['team']
const company = { companyId: '01900000-0000-7000-8000-000000000000', company: 'Empório' }

const roleChanged = {
  en: '{{#eq role "admin"}}You are an administrator of {{company}} now{{else}}{{#eq role "member"}}You are a member of {{company}} now{{else}}What you may do in {{company}} has changed{{/eq}}{{/eq}}',
  pt: '{{#eq role "admin"}}Agora você administra {{company}}{{else}}{{#eq role "member"}}Agora você é membro de {{company}}{{else}}O que você pode fazer em {{company}} mudou{{/eq}}{{/eq}}',
}

export const memberWorkflows = {
  'member.joined': workflow({
    name: 'Somebody joined the company',
    description: 'A person accepted an invitation.',
    tags,
    sample: { ...company, person: 'Bruno Melo' },
    steps: [
      inApp({
        feed,
        icon: 'success',
        url: `${url}?tab=members`,
        content: {
          en: '<b>{{person}}</b> joined <b>{{company}}</b>',
          pt: '<b>{{person}}</b> entrou em <b>{{company}}</b>',
        },
      }),
    ],
  }),
  'member.removed': workflow({
    name: 'I was removed from a company',
    description: 'An administrator ended your membership.',
    tags,
    sample: company,
    steps: [
      inApp({
        feed,
        icon: 'warning',
        url: '/companies',
        content: {
          en: 'You are no longer a member of <b>{{company}}</b>',
          pt: 'Você não faz mais parte de <b>{{company}}</b>',
        },
      }),
      email({
        url: '/companies',
        subject: {
          en: 'You are no longer a member of {{company}}',
          pt: 'Você não faz mais parte de {{company}}',
        },
        body: {
          en: 'An administrator of {{company}} ended your membership. Your account and your other companies stay as they are.',
          pt: 'Um administrador de {{company}} encerrou a sua participação. Sua conta e suas outras empresas continuam como estão.',
        },
        button: { en: 'See my companies', pt: 'Ver minhas empresas' },
      }),
    ],
  }),
  'member.role_changed': workflow({
    name: 'What I may do in a company changed',
    description: 'An administrator changed your role or your permissions.',
    tags,
    sample: { ...company, role: 'admin' },
    steps: [
      inApp({ feed, icon: 'info', url, content: roleChanged }),
      email({
        url,
        subject: roleChanged,
        body: {
          en: 'An administrator of {{company}} changed your role or your permissions.',
          pt: 'Um administrador de {{company}} mudou a sua função ou as suas permissões.',
        },
        button: { en: 'Open {{company}}', pt: 'Abrir {{company}}' },
      }),
    ],
  }),
}
