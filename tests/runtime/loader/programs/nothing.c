/* A library that can be loaded and, having nothing that lives on, unloaded again. */
int rocm_bindgen_test_nothing(void);
int rocm_bindgen_test_nothing(void) {
  return 0;
}
