import { createFileRoute } from '@tanstack/react-router'
import { SegmentPage } from '#web/features/contacts/segments/segment-page.tsx'

const Page = () => <SegmentPage id={Route.useParams().id} />

export const Route = createFileRoute('/_app/company/contacts/segments/$id')({
  staticData: { title: 'contacts/segments:change', ability: 'contacts.edit' },
  loader: ({ context }) => context.texts.loadNamespaces(['contacts/segments', 'filters', 'validation']),
  component: Page,
})
