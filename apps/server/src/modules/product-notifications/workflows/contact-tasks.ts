import { inAppAndEmail, whileAway, workflow } from './build.ts'

export const contactTaskWorkflows = {
  'contact_task.due': workflow({
    name: { en: 'A task of mine is due', pt: 'Uma tarefa minha venceu' },
    group: { en: 'Team', pt: 'Equipe' },
    description: {
      en: 'A task you wrote down for a contact has come due.',
      pt: 'Uma tarefa que você anotou para um contato chegou ao prazo.',
    },
    tags: ['team'],
    sample: { contactId: '0190' },
    steps: inAppAndEmail({
      feed: 'general',
      icon: 'info',
      url: '/company/contacts/{{contactId}}',
      content: {
        en: '<b>A task is due</b> for one of your contacts',
        pt: '<b>Uma tarefa chegou ao prazo</b> para um dos seus contatos',
      },
      subject: { en: 'A task is due', pt: 'Uma tarefa chegou ao prazo' },
      body: {
        en: 'A task you wrote down for a contact is due. Open the contact to see it and check it off.',
        pt: 'Uma tarefa que você anotou para um contato chegou ao prazo. Abra o contato para ver e concluir a tarefa.',
      },
      button: { en: 'Open contact', pt: 'Abrir contato' },
      mailed: whileAway,
    }),
  }),
}
