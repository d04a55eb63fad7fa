import { createFileRoute } from '@tanstack/react-router'
import { validateTemplateSearch } from '#web/features/integrations/webhooks/templates/search.ts'
import { TemplatePage } from '#web/features/integrations/webhooks/templates/template-page.tsx'

const Page = () => {
  const navigate = Route.useNavigate()
  return (
    <TemplatePage
      name={Route.useParams().key}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  )
}

export const Route = createFileRoute('/_app/admin/webhook-callback/templates/$key')({
  validateSearch: validateTemplateSearch,
  staticData: { title: 'integrations/templates:title', ability: 'admin.platform' },
  loader: ({ context }) =>
    context.texts.loadNamespaces(['integrations/templates', 'integrations/webhooks', 'contacts/contact']),
  component: Page,
})
