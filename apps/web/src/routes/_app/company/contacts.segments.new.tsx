import { createFileRoute } from '@tanstack/react-router'
import { SegmentPage } from '#web/features/contacts/segments/segment-page.tsx'

export const Route = createFileRoute('/_app/company/contacts/segments/new')({
  staticData: { title: 'contacts/segments:add', ability: 'contacts.edit' },
  loader: ({ context }) => context.texts.loadNamespaces(['contacts/segments', 'filters', 'validation']),
  component: () => <SegmentPage id={null} />,
})
