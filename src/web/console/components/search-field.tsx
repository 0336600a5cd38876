import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Search } from 'lucide'
import { Icon } from '../../shared/icon.js'

/** How long the user pauses before the search begins, in milliseconds. */
const searchDelay = 250

interface Props {
  label: string
  onSearch(text: string): void
}

/** A search field that reports its text once the user pauses. */
export function SearchField({ label, onSearch }: Props): JSX.Element {
  const [text, setText] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => onSearch(text.trim()), text === '' ? 0 : searchDelay)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <label class="search">
      <span class="hidden">{label}</span>
      <Icon of={Search} size={18} />
      <input
        type="search"
        placeholder={label}
        value={text}
        onInput={event => setText(event.currentTarget.value)}
      />
    </label>
  )
}
