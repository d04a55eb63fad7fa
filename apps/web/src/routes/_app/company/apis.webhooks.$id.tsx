import { createFileRoute } from '@tanstack/react-router'
import { EndpointPage } from '#web/features/integrations/webhook-endpoints/endpoint-page.tsx'
import { validateEndpointSearch } from '#web/features/integrations/webhook-endpoints/search.ts'

const Page = () => {
  const { id } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <EndpointPage
      id={id}
      search={Route.useSearch()}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
    />
  )
}

export const Route = createFileRoute('/_app/company/apis/webhooks/$id')({
  validateSearch: validateEndpointSearch,
  staticData: { title: 'integrations/webhook-endpoints:title', ability: 'apis.manage' },
  loader: ({ context }) => context.texts.loadNamespaces(['integrations/webhook-endpoints', 'errors', 'validation']),
  component: Page,
})
