import { createFileRoute } from '@tanstack/react-router'
import { ImportPage } from '#web/features/contacts/imports/import-page.tsx'
import { validateRowSearch } from '#web/features/contacts/imports/search.ts'

const Page = () => {
  const navigate = Route.useNavigate()
  const { id } = Route.useParams()
  return (
    <ImportPage
      id={id}
      search={validateRowSearch(Route.useSearch())}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  )
}

export const Route = createFileRoute('/_app/company/contacts/imports/$id')({
  validateSearch: validateRowSearch,
  staticData: { title: 'contacts/imports:title', ability: 'contacts.import' },
  loader: ({ context }) => context.texts.loadNamespaces(['contacts/imports', 'validation', 'errors']),
  component: Page,
})
