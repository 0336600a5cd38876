export {};
//# sourceMappingURL=exercise.js.map