import { createFileRoute } from '@tanstack/react-router'
import { FormattedText } from '#web/components/content/formatted-text.tsx'
import { EmojiButton } from '#web/features/inbox/conversations/composer/emoji-button.tsx'
import { validateTab } from '#web/features/whatsapp/templates/search.ts'
import { TemplatePage } from '#web/features/whatsapp/templates/template-page.tsx'

const Page = () => {
  const navigate = Route.useNavigate()
  return (
    <TemplatePage
      id={Route.useParams().id}
      tab={validateTab(Route.useSearch()).tab ?? 'edit'}
      onTab={(tab) => void navigate({ search: tab === 'edit' ? {} : { tab }, replace: true })}
      formatted={FormattedText}
      emoji={EmojiButton}
    />
  )
}

export const Route = createFileRoute('/_app/integrations/whatsapp/templates/$id')({
  validateSearch: validateTab,
  loader: ({ context }) =>
    context.texts.loadNamespaces(['whatsapp/templates', 'inbox/conversations', 'errors', 'validation']),
  staticData: { title: 'whatsapp/templates:title', ability: 'templates.view' },
  component: Page,
})
