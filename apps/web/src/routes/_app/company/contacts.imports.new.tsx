import { createFileRoute } from '@tanstack/react-router'
import { NewImportPage } from '#web/features/contacts/imports/new-import-page.tsx'

export const Route = createFileRoute('/_app/company/contacts/imports/new')({
  staticData: { title: 'contacts/imports:open', ability: 'contacts.import' },
  loader: ({ context }) => context.texts.loadNamespaces(['contacts/imports', 'validation', 'errors']),
  component: NewImportPage,
})
