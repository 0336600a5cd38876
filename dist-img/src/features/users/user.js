/** A profile of which nothing is known yet. */
export const blankProfile = (now) => ({
    onboardingStatus: 'NOT_STARTED',
    onboardingCompletionDate: null,
    age: null,
    gender: null,
    goal: null,
    height: { value: null, unit: null },
    weight: { value: null, unit: null },
    muscleFocus: [],
    frequency: null,
    workoutSplit: null,
    experience: null,
    createdAt: now,
    updatedAt: now,
});
/** First and last name, or the username where neither is known. */
export function displayName({ firstName, lastName, username }) {
    return [firstName, lastName].filter(Boolean).join(' ') || username;
}
//# sourceMappingURL=user.js.map