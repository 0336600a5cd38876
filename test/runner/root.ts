let current: object | undefined

/** Makes `import t from 'tap'` refer to this test. */
export const setRoot = (test: object | undefined) => (current = test)

const root = new Proxy(
  {},
  {
    get(_, name) {
      const value: unknown = current && Reflect.get(current, name)
      if (current !== undefined && typeof value !== 'function') return value
      // tap reads the methods before a test exists.
      return (...args: unknown[]) => {
        if (current === undefined) throw new Error(`t.${String(name)}() after the file has ended`)
        return (Reflect.get(current, name) as (...args: unknown[]) => unknown).apply(current, args)
      }
    },
    set: (_, name, value) => current !== undefined && Reflect.set(current, name, value),
  },
)

// tap creates the root test of a process unless another copy of tap has registered its own here.
Object.assign(globalThis, { [Symbol.for('TAP private constructor')]: root })
