/** A token or a secret, which the service returns only once. */
export interface Secret {
  title: string
  text: string
}

export interface ActionProps {
  /**
   * Performs an action after a step-up if necessary, shows its error, and reads the lists again.
   * @returns false if it has failed
   */
  run(action: () => Promise<unknown>): Promise<boolean>
  showSecret(secret: Secret): void
}
