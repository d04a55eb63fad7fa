import { createFileRoute } from '@tanstack/react-router'
import { PrivacyPage } from '#web/features/contacts/privacy/privacy-page.tsx'
import { type PrivacySearch, validatePrivacySearch } from '#web/features/contacts/privacy/search.ts'

const Page = () => {
  const navigate = Route.useNavigate()
  const search = validatePrivacySearch(Route.useSearch())
  return <PrivacyPage search={search} onSearch={(next: PrivacySearch) => void navigate({ search: next })} />
}

export const Route = createFileRoute('/_app/company/contacts/privacy')({
  validateSearch: validatePrivacySearch,
  staticData: { title: 'contacts/privacy:title', ability: 'contacts.view' },
  loader: ({ context }) =>
    context.texts.loadNamespaces(['contacts/privacy', 'contacts/list', 'contacts/consent', 'errors', 'validation']),
  component: Page,
})
