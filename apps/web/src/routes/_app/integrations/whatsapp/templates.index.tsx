import { createFileRoute } from '@tanstack/react-router'
import { WhatsappTabs } from '#web/features/whatsapp/channels/whatsapp-tabs.tsx'
import { validateTemplateSearch } from '#web/features/whatsapp/templates/search.ts'
import { TemplatesPage } from '#web/features/whatsapp/templates/templates-page.tsx'

const Page = () => {
  const navigate = Route.useNavigate()
  return (
    <TemplatesPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      tabs={<WhatsappTabs current="templates" />}
    />
  )
}

export const Route = createFileRoute('/_app/integrations/whatsapp/templates/')({
  validateSearch: validateTemplateSearch,
  loader: ({ context }) =>
    context.texts.loadNamespaces(['whatsapp/templates', 'whatsapp/channels', 'lists', 'errors', 'validation']),
  staticData: { title: 'whatsapp/templates:title', ability: 'templates.view' },
  component: Page,
})
