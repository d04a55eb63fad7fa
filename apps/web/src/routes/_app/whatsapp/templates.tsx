import { createFileRoute } from '@tanstack/react-router'
import { FormattedText } from '#web/components/content/formatted-text.tsx'
import { OperatorTemplatesPage } from '#web/features/whatsapp/templates/operator-templates-page.tsx'
import { validateTemplateSearch } from '#web/features/whatsapp/templates/search.ts'

const Page = () => {
  const navigate = Route.useNavigate()
  return (
    <OperatorTemplatesPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      formatted={FormattedText}
    />
  )
}

export const Route = createFileRoute('/_app/whatsapp/templates')({
  validateSearch: validateTemplateSearch,
  loader: ({ context }) => context.texts.loadNamespaces(['whatsapp/templates', 'lists', 'errors', 'validation']),
  staticData: { title: 'whatsapp/templates:operator.title', ability: 'operator.channels' },
  component: Page,
})
