import { createFileRoute } from '@tanstack/react-router'
import { validateGroupSearch as validateSearch } from '#web/components/contact/group-search.ts'
import { TagsPage } from '#web/features/contacts/tags/tags-page.tsx'

const Page = () => {
  const navigate = Route.useNavigate()
  return <TagsPage search={validateSearch(Route.useSearch())} onSearch={(search) => void navigate({ search })} />
}

export const Route = createFileRoute('/_app/company/contacts/tags')({
  validateSearch,
  staticData: { title: 'contacts/tags:title', ability: 'contacts.view' },
  loader: ({ context }) => context.texts.loadNamespaces(['contacts/tags']),
  component: Page,
})
