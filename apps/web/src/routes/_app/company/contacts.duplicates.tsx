import { createFileRoute } from '@tanstack/react-router'
import { DuplicatesPage } from '#web/features/contacts/duplicates/duplicates-page.tsx'

export const Route = createFileRoute('/_app/company/contacts/duplicates')({
  staticData: { title: 'contacts/duplicates:title', ability: 'contacts.edit' },
  loader: ({ context }) =>
    context.texts.loadNamespaces(['contacts/duplicates', 'contacts/merge', 'contacts/consent', 'contacts/list']),
  component: DuplicatesPage,
})
