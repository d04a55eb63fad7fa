import { useTranslation } from 'react-i18next'

/** The language in which texts are shown that come in both. */
export const useLanguage = (): 'en' | 'pt' => (useTranslation().i18n.language.startsWith('pt') ? 'pt' : 'en')
