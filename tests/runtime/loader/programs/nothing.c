/* A library that can be loaded and, because no part of it stays in use, unloaded again. */
int rocm_bindgen_test_nothing(void);
int rocm_bindgen_test_nothing(void) {
  return 0;
}
