import { createFileRoute } from '@tanstack/react-router'
import { IntegrationPage } from '#web/features/integrations/webhooks/integration-page.tsx'
import { validateWebhookPageSearch } from '#web/features/integrations/webhooks/search.ts'

const Page = () => {
  const { id } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <IntegrationPage
      id={id}
      search={Route.useSearch()}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
    />
  )
}

export const Route = createFileRoute('/_app/company/webhook-integrations/$id')({
  validateSearch: validateWebhookPageSearch,
  staticData: { title: 'integrations/webhooks:title', ability: 'webhook_integrations.manage' },
  loader: ({ context }) => context.texts.loadNamespaces(['integrations/webhooks', 'contacts/contact']),
  component: Page,
})
