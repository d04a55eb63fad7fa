import { inApp, workflow } from './build.ts'

export const duplicateWorkflows = {
  'duplicate.review': workflow({
    name: { en: 'Duplicate contacts', pt: 'Contatos duplicados' },
    group: { en: 'Team', pt: 'Equipe' },
    description: {
      en: 'Once a week, when new pairs of contacts that may be the same person wait for review.',
      pt: 'Uma vez por semana, quando novos pares de contatos que podem ser a mesma pessoa aguardam revisão.',
    },
    tags: ['team'],
    sample: { count: 12 },
    steps: [
      inApp({
        feed: 'general',
        icon: 'info',
        url: '/company/contacts/duplicates',
        content: {
          en: 'Duplicate contacts to review: <b>{{count}}</b>',
          pt: 'Contatos duplicados para revisar: <b>{{count}}</b>',
        },
      }),
    ],
  }),
}
