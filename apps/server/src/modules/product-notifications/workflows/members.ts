import { email, inApp, workflow } from './build.ts'

const url = '/companies/{{company.id}}'
const feed = 'general'
const tags = ['team']
const group = { en: 'Team', pt: 'Equipe' }

const roleChanged = {
  en: '{{#eq role "admin"}}You\'re now an admin of {{company.name}}{{else}}{{#eq role "member"}}You\'re now a member of {{company.name}}{{else}}Your permissions in {{company.name}} have changed{{/eq}}{{/eq}}',
  pt: '{{#eq role "admin"}}Agora você administra {{company.name}}{{else}}{{#eq role "member"}}Agora você é membro de {{company.name}}{{else}}Suas permissões em {{company.name}} mudaram{{/eq}}{{/eq}}',
}

export const memberWorkflows = {
  'member.joined': workflow({
    name: { en: 'Someone joined the company', pt: 'Alguém entrou na empresa' },
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
    name: { en: 'I was removed from a company', pt: 'Minha remoção de uma empresa' },
    group,
    description: { en: 'An admin removed you from the company.', pt: 'Um administrador removeu você da empresa.' },
    tags,
    important: true,
    sample: {},
    steps: [
      inApp({
        feed,
        icon: 'warning',
        url: '/companies',
        content: {
          en: "You're no longer a member of <b>{{company.name}}</b>",
          pt: 'Você não faz mais parte de <b>{{company.name}}</b>',
        },
      }),
      email({
        url: '/companies',
        subject: {
          en: "You're no longer a member of {{company.name}}",
          pt: 'Você não faz mais parte de {{company.name}}',
        },
        body: {
          en: "An admin of {{company.name}} removed you. Your account and your other companies aren't affected.",
          pt: 'Um administrador de {{company.name}} removeu você. Sua conta e suas outras empresas não são afetadas.',
        },
        button: { en: 'View my companies', pt: 'Ver minhas empresas' },
      }),
    ],
  }),
  'member.role_changed': workflow({
    name: { en: 'My permissions changed', pt: 'Minhas permissões mudaram' },
    group,
    description: {
      en: 'An admin changed your role or your permissions.',
      pt: 'Um administrador alterou sua função ou suas permissões.',
    },
    tags,
    sample: { role: 'admin' },
    steps: [
      inApp({ feed, icon: 'info', url, content: roleChanged }),
      email({
        url,
        subject: roleChanged,
        body: {
          en: 'An admin of {{company.name}} changed your role or your permissions.',
          pt: 'Um administrador de {{company.name}} alterou a sua função ou as suas permissões.',
        },
        button: { en: 'Open {{company.name}}', pt: 'Abrir {{company.name}}' },
      }),
    ],
  }),
}
