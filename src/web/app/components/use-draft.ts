import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/**
 * Returns a reference for a field that is stored when the user leaves it. A change of another device replaces its text, but
 * not while the user is typing. Pass the text as `defaultValue`, too.
 */
export function useDraft<Field extends HTMLInputElement | HTMLTextAreaElement>(
  text: string,
): RefObject<Field | null> {
  const field = useRef<Field>(null)
  useLayoutEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = text
  }, [text])
  return field
}
