import { createFileRoute } from '@tanstack/react-router'
import { validateTemplatesSearch } from '#web/features/integrations/webhooks/templates/search.ts'
import { TemplatesPage } from '#web/features/integrations/webhooks/templates/templates-page.tsx'

const Page = () => {
  const navigate = Route.useNavigate()
  return <TemplatesPage search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />
}

export const Route = createFileRoute('/_app/admin/webhook-callback/templates/')({
  validateSearch: validateTemplatesSearch,
  staticData: { title: 'integrations/templates:title', ability: 'admin.platform' },
  loader: ({ context }) => context.texts.loadNamespaces(['integrations/templates', 'integrations/webhooks']),
  component: Page,
})
