import { EmojiPicker } from 'frimousse'
import { useTranslation } from 'react-i18next'
import classes from './emoji-panel.module.css'

/** The emoji with their names in the reader's language; the data comes from this site. */
export const EmojiPanel = ({ onPick }: { onPick: (emoji: string) => void }) => {
  const { t, i18n } = useTranslation('inbox/conversations')
  return (
    <EmojiPicker.Root
      className={classes.root}
      locale={i18n.language === 'pt' ? 'pt' : 'en'}
      emojibaseUrl="/emoji"
      columns={8}
      onEmojiSelect={({ emoji }) => onPick(emoji)}
    >
      <EmojiPicker.Search
        className={classes.search}
        placeholder={t('emoji.search')}
        aria-label={t('emoji.search')}
        autoFocus
      />
      <EmojiPicker.Viewport className={classes.viewport}>
        <EmojiPicker.Loading className={classes.note}>{t('common:loading')}</EmojiPicker.Loading>
        <EmojiPicker.Empty className={classes.note}>{t('emoji.none')}</EmojiPicker.Empty>
        <EmojiPicker.List
          className={classes.list}
          components={{
            CategoryHeader: ({ category, ...props }) => (
              <div {...props} className={classes.category}>
                {category.label}
              </div>
            ),
            Row: ({ children, ...props }) => (
              <div {...props} className={classes.row}>
                {children}
              </div>
            ),
            Emoji: ({ emoji, ...props }) => (
              <button type="button" {...props} className={classes.emoji} data-active={emoji.isActive || undefined}>
                {emoji.emoji}
              </button>
            ),
          }}
        />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  )
}
