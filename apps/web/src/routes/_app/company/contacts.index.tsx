import { createFileRoute } from '@tanstack/react-router'
import { ContactsPage } from '#web/features/contacts/list/contacts-page.tsx'

export const Route = createFileRoute('/_app/company/contacts/')({
  staticData: { title: 'contacts/list:title', ability: 'contacts.view' },
  loader: ({ context }) => context.texts.loadNamespaces(['contacts/list']),
  component: ContactsPage,
})
