export {};
//# sourceMappingURL=viewer.js.map