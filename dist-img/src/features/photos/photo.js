export {};
//# sourceMappingURL=photo.js.map