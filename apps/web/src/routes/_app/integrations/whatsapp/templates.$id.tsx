import { createFileRoute } from '@tanstack/react-router'
import { EmojiButton } from '../../../../features/chat/composer/emoji-button.tsx'
import { FormattedText } from '../../../../features/chat/format/formatted-text.tsx'
import { validateTab } from '../../../../features/templates/search.ts'
import { TemplatePage } from '../../../../features/templates/template-page.tsx'

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
  loader: ({ context }) => context.texts.loadNamespaces(['templates', 'chat', 'errors', 'validation']),
  staticData: { title: 'templates:title', ability: 'templates.view' },
  component: Page,
})
