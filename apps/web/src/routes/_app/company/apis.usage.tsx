import { createFileRoute } from '@tanstack/react-router'
import { validateUsageSearch } from '#web/features/integrations/api-usage/search.ts'
import { UsagePage } from '#web/features/integrations/api-usage/usage-page.tsx'
import { ApisPage } from '#web/features/integrations/apis/apis-page.tsx'

const Page = () => {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <ApisPage current="usage">
      <UsagePage search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />
    </ApisPage>
  )
}

export const Route = createFileRoute('/_app/company/apis/usage')({
  staticData: { title: 'integrations/api-usage:title', ability: 'apis.manage' },
  validateSearch: validateUsageSearch,
  loader: ({ context }) =>
    context.texts.loadNamespaces(['integrations/apis', 'integrations/api-usage', 'charts', 'errors']),
  component: Page,
})
