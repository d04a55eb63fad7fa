import { createFileRoute } from '@tanstack/react-router'
import { validateGroupSearch } from '#web/components/contact/group-search.ts'
import { SegmentsPage } from '#web/features/contacts/segments/segments-page.tsx'

const Page = () => {
  const navigate = Route.useNavigate()
  return (
    <SegmentsPage search={validateGroupSearch(Route.useSearch())} onSearch={(search) => void navigate({ search })} />
  )
}

export const Route = createFileRoute('/_app/company/contacts/segments/')({
  validateSearch: validateGroupSearch,
  staticData: { title: 'contacts/segments:title', ability: 'contacts.view' },
  loader: ({ context }) => context.texts.loadNamespaces(['contacts/segments', 'filters']),
  component: Page,
})
